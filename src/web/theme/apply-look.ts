import { type Look, type LookPart, looks } from './look.ts';

/** As an attribute of the document, which style sheets read; none for the usual choice. */
export function applyLook<Part extends LookPart>(part: Part, value: Look<Part>): void {
  const { dataset } = document.documentElement;
  if (value === looks[part].usual) delete dataset[part];
  else dataset[part] = value;
}
