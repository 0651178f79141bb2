import styles from "./Spinner.module.css"

/**
 * A visual spinner only: also set aria-busy or show a text. It does not move under reduced motion.
 */
export const Spinner = ({ large }: { readonly large?: boolean | undefined }) => (
  <svg className={large ? styles.large : styles.spinner} viewBox="0 0 24 24" fill="none" aria-hidden="true">
    <circle cx="12" cy="12" r="9" opacity="0.25" />
    <path d="M12 3a9 9 0 0 1 9 9" />
  </svg>
)
