import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config.ts';
import { isLocalName } from './local-names.ts';

const FORWARDED = ['forwarded', 'x-forwarded-for', 'via'] as const;

/**
 * Whether who asks is on this machine, and is no proxy that asks for somebody elsewhere: a proxy that does not say so
 * still passes on the name that it was called by.
 */
export function isNear({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    isLocalName(headers.host) &&
    FORWARDED.every((name) => headers[name] === undefined)
  );
}
