/** The heading of the screen that is shown, which takes the focus where what had it is gone; null before there is one. */
export function pageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('h1[tabindex="-1"]')
}
