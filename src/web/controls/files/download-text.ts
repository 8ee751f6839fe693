interface Download {
  name: string;
  type: string;
  text: string | Blob;
}

export function downloadText({ name, type, text }: Download): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By this time, the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Turns a title into a file name that is valid on every system. */
export function fileNameOf(title: string, extension: string): string {
  const name = title
    .replace(/[\p{C}<>:"/\\|?*]+/gu, ' ')
    .replace(/^[\s.]+/, '')
    .replace(/\s+/g, ' ')
    .slice(0, 80)
    .trim();
  return `${name === '' ? 'thread' : name}.${extension}`;
}
