import { AppError } from '#schema/app-error.ts';

/** Any language model of the AI SDK, of whichever version; `ai` is loaded when one is used. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
}

/** A chat model of LangChain. */
export interface ChatModel {
  invoke(input: never): PromiseLike<{ content: unknown }>;
}

/** What a host brings to write with: a plain function, or a model of a library that it uses already. */
export type TextModel = ((prompt: string) => string | PromiseLike<string>) | AiSdkModel | ChatModel;

export interface ModelTexts {
  system: string;
  prompt: string;
}

/** Answers with the model's text, or rejects. */
export type Ask = (texts: ModelTexts) => Promise<string>;

export function createAsk(model: TextModel): Ask {
  if (typeof model === 'function') return async ({ system, prompt }) => await model(`${system}\n\n${prompt}`);
  if ('invoke' in model) return (texts) => askChatModel(model, texts);
  return (texts) => askAiSdk(model, texts);
}

async function askChatModel(model: ChatModel, { system, prompt }: ModelTexts): Promise<string> {
  const input = [
    ['system', system],
    ['human', prompt],
  ];
  const { content } = await model.invoke(input as never);
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((block: unknown) => textOf(block)).join('');
}

function textOf(block: unknown): string {
  if (typeof block === 'string') return block;
  const isText = typeof block === 'object' && block !== null && 'text' in block;
  return isText && typeof block.text === 'string' ? block.text : '';
}

async function askAiSdk(model: AiSdkModel, { system, prompt }: ModelTexts): Promise<string> {
  const { generateText } = await import('ai');
  type Model = Parameters<typeof generateText>[0]['model'];
  const result = await generateText({
    model: model as unknown as Model,
    instructions: system,
    prompt,
    temperature: 0,
  });
  // Half a summary is not a summary.
  if (result.finishReason === 'length')
    throw new AppError('model_output_cut_off', 'The model’s answer was cut off at its output limit.');
  if (result.finishReason === 'content-filter')
    throw new AppError('model_output_filtered', 'The provider’s content filter stopped the answer.');
  return result.text;
}
