import { serve } from '#plugin/opencode/v1/serve.ts';
import { setUp } from '#plugin/opencode/v2/set-up.ts';

/** OpenCode 1 calls `server` and OpenCode 2 calls `setup`; each takes no notice of the other's. */
export default { id: 'opencode-mem', server: serve, setup: setUp };
