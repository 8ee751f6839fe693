/** What the templates of threads are previewed with. */
export const sampleQuestion = 'When does the ferry to Lunde run again?';
export const sampleConversation = `user: ${sampleQuestion}\nassistant: Since 14 March, at the usual times.`;
export const sampleSummary = 'The user plans a trip to Lunde in March and wants to go by ferry.';
