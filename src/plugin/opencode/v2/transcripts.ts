import type { Message, Part } from '#plugin/host.ts';

/** The messages of sessions as received in events, because not all builds of OpenCode 2 give plugins the messages. */
export interface Transcripts {
  prompt(sessionId: string, promptId: string, text: string): void;
  /** From now on, replies answer this prompt. */
  begin(sessionId: string, promptId: string): void;
  reply(sessionId: string, messageId: string, part: Part): void;
  read(sessionId: string): Message[];
  forget(sessionId: string): void;
}

interface Transcript {
  messages: Message[];
  answered: string | undefined;
}

/** The limits of what is stored. A turn rarely has more messages, and a summarized text is cut anyway. */
const maxMessages = 200;
const maxPartsOfMessage = 200;
const maxSessions = 100;

export function createTranscripts(): Transcripts {
  const transcripts = new Map<string, Transcript>();

  function open(sessionId: string): Transcript {
    const known = transcripts.get(sessionId) ?? { messages: [], answered: undefined };
    // The session that was used last moves to the end, so that the first one is the one to forget.
    transcripts.delete(sessionId);
    transcripts.set(sessionId, known);
    const [oldest] = transcripts.keys();
    if (transcripts.size > maxSessions && oldest !== undefined) transcripts.delete(oldest);
    return known;
  }

  function add({ messages }: Transcript, message: Message): Message {
    messages.push(message);
    if (messages.length > maxMessages) messages.shift();
    return message;
  }

  return {
    prompt(sessionId, promptId, text) {
      const transcript = open(sessionId);
      if (transcript.messages.some(({ info }) => info.id === promptId)) return;
      transcript.answered ??= promptId;
      add(transcript, { info: { id: promptId, role: 'user' }, parts: [{ type: 'text', text }] });
    },
    begin(sessionId, promptId) {
      open(sessionId).answered = promptId;
    },
    reply(sessionId, messageId, part) {
      const transcript = open(sessionId);
      const { answered } = transcript;
      const message =
        transcript.messages.find(({ info }) => info.id === messageId) ??
        add(transcript, {
          info: {
            id: messageId,
            role: 'assistant',
            ...(answered === undefined ? {} : { parentID: answered }),
          },
          parts: [],
        });
      if (message.parts.length < maxPartsOfMessage) message.parts.push(part);
    },
    read: (sessionId) => transcripts.get(sessionId)?.messages ?? [],
    forget: (sessionId) => void transcripts.delete(sessionId),
  };
}
