/** The parts of the page that scroll sideways or reach over its edge. */
export function findWide(): string[] {
  const edge = window.innerWidth + 1;
  return [...document.querySelectorAll('html, body, main, main *')]
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .filter((element) => ['visible', 'auto', 'scroll'].includes(getComputedStyle(element).overflowX))
    .filter((element) => element.getBoundingClientRect().right > edge || element.matches('html, body, main'))
    .map((element) => element.outerHTML.slice(0, 120));
}
