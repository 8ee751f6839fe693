/** A screen's code did not load: the server is down, or runs another version with different file names. */
export class ScreenNotLoadedError extends Error {
  constructor(cause: unknown) {
    super('the code of the screen could not be loaded', { cause });
    this.name = 'ScreenNotLoadedError';
  }
}

/** The router would reload the page immediately; without a server, that shows only the browser's error page. */
export async function loadScreen<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    throw new ScreenNotLoadedError(error);
  }
}
