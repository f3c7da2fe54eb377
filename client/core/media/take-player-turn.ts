let playing: HTMLMediaElement | null = null

/** Pauses the video or sound that plays elsewhere on the page: `element` has begun to play. */
export function takePlayerTurn(element: HTMLMediaElement): void {
  if (playing !== element) playing?.pause()
  playing = element
}
