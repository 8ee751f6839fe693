import type { IncomingMessage } from 'node:http';

/** A body whose length was declared, which the HTTP parser enforces. Rejects if the client leaves before its end. */
export function readDeclared(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer<ArrayBuffer>[] = [];
    incoming.on('data', (chunk: Buffer<ArrayBuffer>) => void chunks.push(chunk));
    incoming.once('end', () => {
      const [first] = chunks;
      resolve(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    incoming.once('error', reject);
    incoming.once('close', () => reject(new Error('the client left before the end of its request')));
  });
}
