// The public API of precis-memory/ai-sdk.
export { memoryMiddleware } from '#adapters/ai-sdk/memory-middleware.ts';
export { rememberStep } from '#adapters/ai-sdk/remember-step.ts';
export {
  createThreadMemory,
  type ThreadMemory,
  type ThreadMemoryOptions,
  type ThreadSnapshot,
} from '#adapters/ai-sdk/thread-memory.ts';
