type Ask = () => Promise<boolean>;
let asked: Ask | null = null;

/** Says who is asked before somebody signs out; answers how that ends. */
export function guardSignOut(ask: Ask): () => void {
  asked = ask;
  return () => {
    if (asked === ask) asked = null;
  };
}

/** Whether somebody may sign out: what they would lose with it was told. */
export const maySignOut = async (): Promise<boolean> => asked === null || asked();
