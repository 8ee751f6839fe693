export const bridgeTitle = 'The harbour bridge closes for two years';

export const bridgeText = `The harbour bridge will close to all traffic for two years from March, the city said on Tuesday, after engineers found cracks in eleven of its forty main hangers. The closure is the longest in the bridge's ninety-year history and will affect about 48,000 vehicles a day.

"We looked at keeping one lane open, and the answer was no," said Marta Lindqvist, the city's chief engineer. "The hangers must be replaced in pairs, and each pair takes three weeks."

Ferries will run every ten minutes between the north and the south bank, free of charge, and four bus lines will be moved to the tunnel. The city has set aside 310 million for the work, of which the state pays a third.

The bridge opened in 1936 and was last repaired in 1988. An inspection in 2019 recommended new hangers within five years, but the council put off the decision twice because of cost.`;

export const shortText = 'The bridge is closed.';

/** A running summary that fits any thread. */
export const foldText =
  'The user plans to move the office to Lisbon. They asked one question after another, and to each of them the assistant gave an answer. Nothing else was decided so far, no constraints were mentioned, and no questions are still open in this conversation.';
