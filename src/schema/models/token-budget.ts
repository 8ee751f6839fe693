/** How many tokens one call of a summarizer reads by default. More is read in parts. */
export const summarizerTokenBudget = 8000;
