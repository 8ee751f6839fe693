import { ensureBuilt } from './ensure-built.ts';

export default function setup(): void {
  ensureBuilt();
}
