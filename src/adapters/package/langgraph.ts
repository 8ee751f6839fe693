// The public API of precis-memory/langgraph.
export {
  type HistorianNodeOptions,
  historianChannels,
  historianNode,
} from '#adapters/langgraph/historian-node.ts';
export { summarizerNode, summaryChannels, withSummary } from '#adapters/langgraph/summarizer-node.ts';
