/** LangGraph agent with memory. Run `npm run example:langgraph`. Works offline; pass the nodes a model to use one. */
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import {
  historianChannels,
  historianNode,
  summarizerNode,
  summaryChannels,
  withSummary,
} from 'precis-memory/langgraph';

const State = Annotation.Root({ ...summaryChannels, ...historianChannels });

/** A stub chat model that saves notes and counts the messages it received. */
function answer(state: typeof State.State) {
  const shown = withSummary(state).length;
  const task = state.user_message;
  const reply = /^note/i.test(task)
    ? `Done! I saved the note “${task.slice(5)}” to your list. Would you like to add another one?`
    : `I can tell you more about “${task}” if you like; I was shown ${shown} messages for this answer.`;
  return {
    messages: [new AIMessage(reply)],
    final_response: reply,
    turn_entities: /^note/i.test(task)
      ? [{ id: `note-${state.current_turn ?? 0}`, type: 'note', label: task.slice(5) }]
      : [],
  };
}

const agent = new StateGraph(State)
  .addNode('summarizer', summarizerNode()) // e.g. { llm: { model: new ChatOpenAI({ … }) } }
  .addNode('agent', answer)
  .addNode('historian', historianNode()) // e.g. { model: new ChatOpenAI({ … }) }
  .addEdge(START, 'summarizer')
  .addEdge('summarizer', 'agent')
  .addEdge('agent', 'historian')
  .addEdge('historian', END)
  .compile({ checkpointer: new MemorySaver() });

const thread = { configurable: { thread_id: 'garden' } };
const said = [
  'note water the tomatoes on Monday',
  'note buy soil for the raised bed',
  'which herbs like shade',
];
for (let turn = 0; turn < 13; turn += 1) {
  const text = `${said[turn % said.length]} in week ${turn + 1}`;
  await agent.invoke({ messages: [new HumanMessage(text)], user_message: text }, thread);
}

const { values } = await agent.getState(thread);
console.log(`turns: ${values.current_turn}, live messages: ${values.messages.length}`);
console.log(`summary of the messages that left:\n${values.summary}\n`);
console.log(`history narrative: ${values.conversation.history_summary}\n`);
console.log('last ledger:', values.summarize_output);
console.log(`active entities: ${values.entity_context.active.length}`);
