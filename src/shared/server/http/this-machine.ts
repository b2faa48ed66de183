import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isLocalName } from './local-names.ts';

const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** Whether somebody at this very machine asks: by the socket, and by nothing that says it came from further away. */
export function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const { remoteAddress = '' } = socket;
  if (!ipaddr.isValid(remoteAddress) || ipaddr.process(remoteAddress).range() !== 'loopback') return false;
  return FORWARDED.every((name) => headers[name] === undefined) && isLocalName(headers.host);
}
