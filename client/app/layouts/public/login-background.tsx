const stars = [
  [12, 14, 1.1],
  [24, 30, 0.7],
  [36, 11, 0.9],
  [47, 24, 0.6],
  [58, 9, 1],
  [86, 33, 0.8],
  [92, 12, 0.7],
  [18, 47, 0.6],
  [68, 40, 0.6],
] as const

/** Stars, the evening star, and hills before the afterglow. */
export function LoginBackground() {
  return (
    <div aria-hidden="true" className="absolute inset-0">
      {stars.map(([x, y, size], index) => (
        <span
          key={x}
          className="absolute animate-twinkle rounded-full bg-white"
          style={{
            insetInlineStart: `${x}%`,
            top: `${y}%`,
            width: `${size * 3}px`,
            height: `${size * 3}px`,
            animationDelay: `${index * -0.9}s`,
          }}
        />
      ))}
      <svg
        viewBox="0 0 24 24"
        className="absolute end-[16%] top-[16%] w-[clamp(3rem,9vw,7rem)] text-[#ffe9cf] drop-shadow-[0_0_28px_rgb(255_217_173_/_0.75)]"
      >
        <path
          d="M12 0c.8 7.4 4.6 11.2 12 12-7.4.8-11.2 4.6-12 12-.8-7.4-4.6-11.2-12-12C7.4 11.2 11.2 7.4 12 0z"
          fill="currentColor"
        />
      </svg>
      <svg viewBox="0 0 800 200" preserveAspectRatio="none" className="absolute inset-x-0 bottom-0 h-[24%] w-full">
        <path d="M0 96c90-50 190-64 300-22s190 40 290-4 150-38 210-18v148H0z" fill="#2a1558" opacity=".55" />
        <path d="M0 148c120-52 240-44 360-14s260 26 440-34v100H0z" fill="#160d38" />
      </svg>
    </div>
  )
}
