/**
 * Finds the place of the focus after the button of a row goes: the button of the next row, else of the one before, else the
 * search field above. Answers a function that moves it there, unless the user has gone elsewhere meanwhile.
 */
export function focusNextRow(button: HTMLElement): () => void {
  const region = button.closest('dialog, [role=dialog], main') ?? document.body
  const rows = [...region.querySelectorAll<HTMLElement>('[data-row-action]')]
  const index = rows.indexOf(button)
  const next = rows[index + 1] ?? rows[index - 1] ?? region.querySelector<HTMLElement>('input[type=search]')
  return () => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body || activeElement === button) next?.focus()
  }
}
