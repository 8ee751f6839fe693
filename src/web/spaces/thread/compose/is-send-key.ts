/** Safari ends a composition before it tells of the key that ended it; this is the code of such a key. */
const composingKeyCode = 229;

/** Enter, alone or with Ctrl or Cmd. Shift begins a new line, and an input method has Enter for itself. */
export function isSendKey(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'isComposing' | 'keyCode'>,
): boolean {
  if (event.isComposing || event.keyCode === composingKeyCode) return false;
  return event.key === 'Enter' && !event.shiftKey && !event.altKey;
}
