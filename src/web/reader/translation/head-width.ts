/** Of what stands above an article, whatever the layout below: a control must not move away when it is used. */
export const headWidth = 'mx-auto max-w-[calc(var(--measure)+1.5rem)] lg:max-w-(--measure)';
