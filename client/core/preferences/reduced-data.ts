const KEY = 'vesper-reduced-data'

/** Whether this device was told to spare data. */
export function readReducedData(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes'
  } catch {
    return false
  }
}

export function keepReducedData(reduced: boolean): void {
  try {
    if (reduced) localStorage.setItem(KEY, 'yes')
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage the choice holds until the page is closed.
  }
}
