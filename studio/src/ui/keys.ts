/** What a key does, wherever one is. */
export type KeyAction =
  | { do: 'view'; number: number }
  | {
      do: 'go' | 'roll' | 'gallery' | 'export' | 'theme' | 'hide' | 'left' | 'right' | 'help' | 'undo' | 'redo' | 'save' | 'open';
    };

export interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const plain: Record<string, KeyAction> = {
  g: { do: 'go' },
  r: { do: 'roll' },
  p: { do: 'gallery' },
  x: { do: 'export' },
  t: { do: 'theme' },
  h: { do: 'hide' },
  '[': { do: 'left' },
  ']': { do: 'right' },
  '?': { do: 'help' },
};

/** `typing`: into a field of text, which keeps its own keys. */
export function action_of({ key, ctrlKey, metaKey, shiftKey, altKey }: Key, typing: boolean): KeyAction | undefined {
  const name = key.toLowerCase();
  if (ctrlKey || metaKey) {
    if (name === 's') return { do: 'save' };
    if (name === 'o') return { do: 'open' };
    if (typing) return undefined;
    if (name === 'z') return { do: shiftKey ? 'redo' : 'undo' };
    return name === 'y' ? { do: 'redo' } : undefined;
  }
  if (typing || altKey) return undefined;
  if (/^[1-5]$/.test(key)) return { do: 'view', number: Number(key) - 1 };
  return plain[name];
}
