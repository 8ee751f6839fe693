/** A generated request, before known values are filled in. */
export interface FuzzRequest {
  operation: string;
  method: string;
  path: string;
  /** The values for the braces in the path, and whether they are sent unencoded. */
  params: Record<string, { value: string; isEncoded?: boolean }>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: { text: string; encoding?: 'utf8' | 'latin1' | 'utf16le' } | null;
}
