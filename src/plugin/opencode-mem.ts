import { serve } from '#plugin/opencode/v1/serve.ts';
import { setUp } from '#plugin/opencode/v2/set-up.ts';

/** OpenCode 2 calls `setup`. OpenCode 1 calls `server`, and since 1.18 also `setup`, which then does nothing. */
export default { id: 'opencode-mem', server: serve, setup: setUp };
