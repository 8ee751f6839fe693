/** Different words that say the same in any context: spelling, reported speech, short forms. One group a line. */
const GROUPS = `
percent cent pct %
will would
may might
can could
is are was were be been being am
has have had having
do does did
said says say saying stated told added
doctor dr
mr mister
versus vs v
and &
until till
about around roughly approximately some circa
nearly almost
rund etwa ungefähr circa zirka
fast knapp beinahe
environ approximativement
unos unas aproximadamente
per a
rather quite
begin start commence
begins starts
began started
big large
bigger larger
last past previous
buy purchase
bought purchased
help assist
so therefore
though although
home house
maybe perhaps possibly
attempt try
attempted tried
choose select
chose selected chosen
observed seen
shut closed
shutting closing
car automobile
nearby close
also too
who which that they he she it
someone somebody
everyone everybody
nobody none
toward towards
among amongst
while whilst
amid amidst
`;

const GROUP_OF = new Map<string, number>();
GROUPS.trim()
  .split('\n')
  .forEach((line, number) => {
    for (const word of line.split(' ')) if (!GROUP_OF.has(word)) GROUP_OF.set(word, number);
  });

/** Whether two lower-case words may stand for each other without a change of meaning. */
export function isSameWord(left: string, right: string): boolean {
  if (left === right) return true;
  const group = GROUP_OF.get(left);
  return group !== undefined && group === GROUP_OF.get(right);
}
