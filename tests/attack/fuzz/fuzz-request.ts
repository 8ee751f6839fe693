/** A request as it is generated: what the server holds is still to be filled in. */
export interface FuzzRequest {
  operation: string;
  method: string;
  path: string;
  /** What goes into the braces of the path, and whether it is written as it is, percent signs and all. */
  params: Record<string, { value: string; isEncoded?: boolean }>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: { text: string; encoding?: 'utf8' | 'latin1' | 'utf16le' } | null;
}
