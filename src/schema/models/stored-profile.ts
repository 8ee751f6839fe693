import { z } from 'zod';
import { modelProfileSchema } from './model-profile.ts';

/** `origin` is where the key may be sent: the scheme, host and port it was given for. */
export const storedKeySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('env'), name: z.string(), origin: z.string() }),
  z.object({ kind: z.literal('stored'), ciphertext: z.string(), origin: z.string() }),
]);
export type StoredKey = z.infer<typeof storedKeySchema>;

/** A model profile as the store keeps it. It never leaves the server. */
export const storedProfileSchema = modelProfileSchema.omit({ key: true }).extend({ key: storedKeySchema });
export type StoredProfile = z.infer<typeof storedProfileSchema>;
