/** Several long books. More is rejected, never cut. */
export const maxSourceCharacters = 12_000_000;
