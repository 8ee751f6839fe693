/** Where a store is. */
export interface Place {
  home: string;
  databaseUrl: string | null;
}
