/** Sample data for previews of the thread templates. */
export const sampleQuestion = 'When does the ferry to Lunde run again?';
export const sampleConversation = `user: ${sampleQuestion}\nassistant: Since 14 March, at the usual times.`;
export const sampleSummary = 'The user plans a trip to Lunde in March and wants to go by ferry.';
export const sampleArticle = {
  article: '[1] The harbour of Lunde is open again.\n[2] On 14 March the first ferry came in.',
  articleTitle: 'Ferries return to Lunde',
};
