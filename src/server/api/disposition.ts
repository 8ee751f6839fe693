/** The header of a download. Older clients read the plain name, all others the encoded one. */
export function toDisposition(name: string, plainName: string): string {
  const extension = name.slice(name.lastIndexOf('.'));
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plainName}${extension}"; filename*=UTF-8''${encoded}`;
}
