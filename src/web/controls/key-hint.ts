interface KeyHint {
  title: string;
  'aria-keyshortcuts': string | undefined;
}

/** Shows the key of a control in its tooltip, and names it to screen readers. */
export function keyHint(label: string, key: string | undefined): KeyHint {
  return { title: key === undefined ? label : `${label} (${key})`, 'aria-keyshortcuts': key };
}
