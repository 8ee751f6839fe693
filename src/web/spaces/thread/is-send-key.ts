/** Safari ends a composition before it reports the key that ended it; such a key has this code. */
const composingKeyCode = 229;

/** Enter sends, alone or with Ctrl or Cmd. Shift+Enter starts a new line, and input methods use Enter themselves. */
export function isSendKey(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'isComposing' | 'keyCode'>,
): boolean {
  if (event.isComposing || event.keyCode === composingKeyCode) return false;
  return event.key === 'Enter' && !event.shiftKey && !event.altKey;
}
