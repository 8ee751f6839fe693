/** Attributes by their names in lower case. The page chose the names. */
export type Attributes = ReadonlyMap<string, string>;

/** Class names that common style sheets use to hide text visually. */
const hidingClass =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader(?:-text)?|screenreader|hidden|d-none|is-hidden|u-hidden|invisible|assistive-text)(?:\s|$)/i;
/** Classes that show the element again on other screen sizes. */
const showingClass = /(?:^|\s)(?:(?:sm|md|lg|xl|2xl):|d-(?:sm|md|lg|xl|xxl)-)/;
const hidingStyle = new RegExp(
  [
    'display:none',
    'visibility:(?:hidden|collapse)',
    'content-visibility:hidden',
    'opacity:0*\\.?0*(?:%|;|!|$)',
    'font-size:0+(?:\\.0*)?(?:[a-z]+|%)?(?:;|!|$)',
    'font-size:0*\\.0\\d*(?:[a-z]+|%)?(?:;|!|$)',
    'font-size:[01]?(?:\\.\\d+)?p[xt](?:;|!|$)',
    'text-indent:-\\d{3,}',
    '(?:^|;)(?:left|top|right|bottom):-\\d{3,}',
    '(?:^|;)margin(?:-left|-top)?:-\\d{4,}',
    'transform:(?:scale\\(0|translate[xy3d]*\\(-\\d{3,})',
    'clip:rect\\((?:0|1px)',
    'clip-path:(?:inset\\((?:50|100)%|circle\\(0)',
  ].join('|'),
);

/**
 * True for elements that no reader sees. Their text must not reach a model either, because instructions to models are
 * hidden there.
 */
export function isHiddenElement(name: string, attributes: Attributes): boolean {
  if (attributes.has('hidden') && attributes.get('hidden')?.toLowerCase() !== 'until-found') return true;
  if (attributes.get('aria-hidden')?.trim().toLowerCase() === 'true') return true;
  if (name === 'input' || name === 'dialog') return true;
  const classes = attributes.get('class') ?? '';
  if (hidingClass.test(classes) && !showingClass.test(classes)) return true;
  const style = attributes.get('style');
  return style !== undefined && isHidingStyle(style);
}

function isHidingStyle(style: string): boolean {
  const plain = style
    .slice(0, 4000)
    .replace(/\/\*.*?(?:\*\/|$)/gs, '')
    .replace(/\\([\da-f]{1,6})\s?|\\(.)/gi, (_, hex: string | undefined, character: string | undefined) =>
      hex ? String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)) : (character ?? ''),
    )
    .replace(/\s+/g, '')
    .toLowerCase();
  return hidingStyle.test(plain) || hasNoRoom(plain) || hasOneColor(plain);
}

/** Padding gives an element of zero height room again. Video players use this to keep their proportions. */
function hasNoRoom(style: string): boolean {
  const isEmpty = /(?:^|;)(?:max-)?(?:height|width):0(?:px|em|rem|%)?(?:;|!|$)/.test(style);
  return isEmpty && /overflow(?:-[xy])?:(?:hidden|clip)/.test(style) && !style.includes('padding');
}

/** True if the text is transparent or has the color of its own background. */
function hasOneColor(style: string): boolean {
  const color = /(?:^|;)color:([^;!]+)/.exec(style)?.[1];
  const background = /(?:^|;)background(?:-color)?:([^;!]+)/.exec(style)?.[1];
  if (color === undefined || style.includes('background-clip')) return false;
  return color === 'transparent' || color === background;
}

/**
 * Runs of invisible characters and single ones without a use. A single joiner or mark shapes Persian, Indic scripts
 * and emoji. Pairs inside emoji and tag characters in flags have a meaning and are kept.
 */
const invisible =
  /(\u{1f3f4}[\u{e0020}-\u{e007e}]{2,6}\u{e007f}|\ufe0f\u200d(?=\p{Extended_Pictographic}))|\p{Default_Ignorable_Code_Point}{2,}|[\u200b\u2060\ufeff\u{e0000}-\u{e007f}]/gu;

/** Western European letters and punctuation without the soft hyphen. */
const visible = /^[\0-\u00ac\u00ae-\u02ff\u2010-\u2027]*$/;

export function withoutInvisibleCharacters(text: string): string {
  return visible.test(text) ? text : text.replace(invisible, (_, kept: string | undefined) => kept ?? '');
}
