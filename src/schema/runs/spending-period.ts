/** Days and months are those of the machine's time zone, which its user sees. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

export function startOfMonth(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), 1).getTime();
}
