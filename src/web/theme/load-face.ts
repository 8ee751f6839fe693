/** As long as a browser would show no text without its font. */
const patienceMs = 3000;
let reading: Promise<void> | null = null;

/** Resolves once the font of the interface is there: text that is drawn earlier moves when it arrives. */
export function loadInterfaceFace(): Promise<void> {
  return loadFace('1em "Precis Sans"');
}

/** The same for the chosen font of articles and summaries, which the first screen does not show. */
export function loadReadingFace(): Promise<void> {
  reading ??= import('./reading-fonts.css').then(
    async () => {
      const family = getComputedStyle(document.documentElement).getPropertyValue('--read-font').split(',')[0];
      await Promise.all([loadFace(`1em ${family}`), loadFace(`italic 1em ${family}`)]);
    },
    () => {
      reading = null;
    },
  );
  return reading;
}

/** Text in another font is better than none: one that cannot be loaded is not waited for. */
async function loadFace(font: string): Promise<void> {
  const late = new Promise((resolve) => {
    setTimeout(resolve, patienceMs);
  });
  await Promise.race([document.fonts.load(font).catch(() => null), late]);
}
