/** The code of a screen did not come: the server is away, or is of another version and has it under another name. */
export class ScreenNotLoadedError extends Error {
  constructor(cause: unknown) {
    super('the code of the screen could not be loaded', { cause });
    this.name = 'ScreenNotLoadedError';
  }
}

/** The router would reload the page for it at once; without a server that leaves nothing but the browser's own error. */
export async function loadScreen<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    throw new ScreenNotLoadedError(error);
  }
}
