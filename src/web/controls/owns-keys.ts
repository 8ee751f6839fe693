/** Whether the keys go to what has the focus: a field that is typed in, an open dialog or a menu. */
export function ownsKeys(target: Element): boolean {
  return isTyping(target) || target.closest('[role="dialog"], [role="menu"]') !== null;
}

function isTyping(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target.closest('textarea, select, [contenteditable="true"]') !== null;
}
