/** Browsers hide text for about this long while its font loads. */
const patienceMs = 3000;
let reading: Promise<void> | null = null;

/** Resolves once the interface font is loaded, because text rendered earlier would move when it arrives. */
export function loadInterfaceFace(): Promise<void> {
  return loadFace('1em "Precis Sans"');
}

/** Loads the chosen font for articles and summaries, which the first screen does not show. */
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

/** Stops waiting for a font that is slow or fails to load, because text in another font is better than none. */
async function loadFace(font: string): Promise<void> {
  const late = new Promise((resolve) => {
    setTimeout(resolve, patienceMs);
  });
  await Promise.race([document.fonts.load(font).catch(() => null), late]);
}
