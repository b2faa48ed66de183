import { Button, Input } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { type PointerEvent, useEffect, useRef } from 'react';
import { useFormField } from '../form-scope.ts';
import { base64Of, GLASS, onGlass, type Point, urlOfPng } from './signature.model.ts';
import classes from './signature.module.css';

interface Props {
  name: string;
  label: string;
  /** What else one may do: a name that is typed is a signature as well, for whoever draws none. */
  description: string;
  /** The word on the button that empties the glass. */
  clear: string;
  /** What the field says where something is drawn, for the two versions of a conflict. */
  drawn: string;
}

function pen(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.lineWidth = 4;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  // On paper it is black, whichever the look of the portal.
  context.strokeStyle = 'black';
  return context;
}

function wipe(canvas: HTMLCanvasElement): void {
  canvas.getContext('2d')?.clearRect(0, 0, GLASS.width, GLASS.height);
}

/** Strokes of a finger, a pen or a mouse; `onStroke` is given the drawing whenever a stroke has ended. */
function useStrokes(onStroke: (base64: string | null) => void) {
  const last = useRef<Point | null>(null);
  const draw = (event: PointerEvent<HTMLCanvasElement>, from: Point) => {
    const canvas = event.currentTarget;
    const to = onGlass(event, canvas.getBoundingClientRect());
    const context = pen(canvas);
    context?.beginPath();
    context?.moveTo(from.x, from.y);
    context?.lineTo(to.x, to.y);
    context?.stroke();
    last.current = to;
  };
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!last.current) return;
    last.current = null;
    onStroke(base64Of(event.currentTarget.toDataURL('image/png')));
  };
  return {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      draw(event, onGlass(event, event.currentTarget.getBoundingClientRect()));
    },
    onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
      if (last.current) draw(event, last.current);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** A signature that is drawn on the glass: a PNG in base64, null where nothing is drawn. */
export function SignatureField({ name, label, description, clear, drawn }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const own = useRef<string | null>(null);
  const show = (value: string | null) => (value === null ? '–' : drawn);
  const { value, change, input } = useFormField<string | null>({ name, label, show });
  const strokes = useStrokes((base64) => {
    own.current = base64;
    change(base64);
  });
  // What comes from elsewhere, such as a draft or an undone change, is drawn anew.
  useEffect(() => {
    const to = canvas.current;
    if (!to || value === own.current) return;
    own.current = value;
    wipe(to);
    if (value === null) return;
    const image = new Image();
    image.onload = () => to.getContext('2d')?.drawImage(image, 0, 0, GLASS.width, GLASS.height);
    image.src = urlOfPng(value);
  }, [value]);
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={input.error}
      labelElement="div"
      style={{ gridColumn: '1 / -1' }}
    >
      <canvas
        ref={canvas}
        className={classes.glass}
        width={GLASS.width}
        height={GLASS.height}
        role="img"
        aria-label={value === null ? label : `${label}: ${drawn}`}
        {...strokes}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        mt={4}
        leftSection={<IconEraser size={15} aria-hidden="true" />}
        disabled={value === null}
        onClick={() => change(null)}
      >
        {clear}
      </Button>
    </Input.Wrapper>
  );
}
