/** Takes a key out of a text, however it was written there. */
export function redactorOf(key: string | null): (text: string) => string {
  if (!key) return (text) => text;
  const forms = new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]);
  return (text) => [...forms].reduce((rest, form) => rest.replaceAll(form, '[key]'), text);
}
