/** How much of something is done; `value` from 0 to 1, null while that is not known. */
export function Progress({ value, label }: { value: number | null; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(value === null ? {} : { 'aria-valuenow': Math.round(value * 100) })}
      className="h-1.5 w-full overflow-hidden rounded-full bg-overlay"
    >
      <div
        className="h-full rounded-full bg-accent transition-[inline-size] duration-200 ease-out"
        style={{ inlineSize: value === null ? '35%' : `${value * 100}%` }}
      />
    </div>
  )
}
