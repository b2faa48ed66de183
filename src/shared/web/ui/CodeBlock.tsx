import classes from './CodeBlock.module.css';
import { CopyButton } from './CopyButton.tsx';

/** A command as it is typed, with a button that copies it. */
export function CodeBlock({ title, text }: { title: string; text: string }) {
  return (
    <figure className={classes.example}>
      <figcaption className={classes.exampleHead}>
        {title}
        <CopyButton text={text} label={title} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre className={classes.code} tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
