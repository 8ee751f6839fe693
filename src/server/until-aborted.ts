/** The stream as it is, ended in good order when the signal says so. */
export function untilAborted(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  // Cancelling ends the read that is pending, and with it this stream.
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        signal.removeEventListener('abort', stop);
        controller.close();
      },
      async cancel(reason) {
        signal.removeEventListener('abort', stop);
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
