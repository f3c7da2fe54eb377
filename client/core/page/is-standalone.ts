/** True when the app runs installed, in a window of its own. */
export function isStandalone(): boolean {
  return (
    matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches ||
    (navigator as { standalone?: boolean }).standalone === true
  )
}

/** iPhones and iPads install from the share menu and have no prompt; an iPad calls itself a Mac with a touch screen. */
export function isIos(agent: string = navigator.userAgent, touchPoints: number = navigator.maxTouchPoints): boolean {
  return /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touchPoints > 1)
}
