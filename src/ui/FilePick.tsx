import { type ChangeEvent, type ReactNode, useEffect, useId, useState, useSyncExternalStore } from "react"
import { useIntl } from "react-intl"
import { PHOTO_TYPES } from "../domain/limits.ts"
import { IconButton } from "./Button.tsx"
import { FieldProblem } from "./Field.tsx"
import styles from "./FilePick.module.css"
import { useFormat } from "./format.ts"
import { glyphCamera, glyphImage, glyphTrash } from "./glyphs.ts"
import { Icon } from "./Icon.tsx"

/** The share that is sent, 0 to 1; undefined while nothing is. */
export interface ProgressSource {
  readonly getSnapshot: () => number | undefined
  readonly subscribe: (listener: () => void) => () => void
}

export interface FilePickProps {
  readonly label: ReactNode
  readonly hint?: ReactNode | undefined
  readonly error?: ReactNode | undefined
  /** The chosen file, or the URL of an image on the server; shown as a preview. */
  readonly image?: File | string | undefined
  readonly onPick: (file: File) => void
  readonly onRemove?: (() => void) | undefined
  /** Of the upload. Only the bar renders when it changes. */
  readonly progress?: ProgressSource | undefined
  readonly disabled?: boolean | undefined
}

const usePreview = (image: File | string | undefined): string | undefined => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!(image instanceof File)) return setAddress(image)
    const made = URL.createObjectURL(image)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [image])
  return address
}

const ACCEPT = PHOTO_TYPES.join(",")

interface SourceProps {
  readonly id: string
  readonly describedBy: string | undefined
  readonly props: FilePickProps
  readonly camera?: boolean | undefined
}

const Source = ({ id, describedBy, props, camera }: SourceProps) => {
  const intl = useIntl()
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    // the same file may be chosen again after a refusal
    event.currentTarget.value = ""
    if (file) props.onPick(file)
  }
  return (
    <label className={camera ? styles.camera : styles.album}>
      <input
        id={id}
        type="file"
        className="visually-hidden"
        accept={ACCEPT}
        capture={camera ? "environment" : undefined}
        disabled={props.disabled}
        aria-describedby={describedBy}
        aria-invalid={props.error ? true : undefined}
        onChange={pick}
      />
      <Icon glyph={camera ? glyphCamera : glyphImage} />
      <span>{intl.formatMessage({ id: camera ? "ui.file.camera" : "ui.file.album" })}</span>
    </label>
  )
}

const SendingBar = ({ source }: { readonly source: ProgressSource }) => {
  const intl = useIntl()
  const share = useSyncExternalStore(source.subscribe, source.getSnapshot)
  if (share === undefined) return null
  const label = intl.formatMessage({ id: "ui.file.sending" })
  return <progress className={styles.progress} value={share} aria-label={label} />
}

const Chosen = ({
  props,
  address,
}: {
  readonly props: FilePickProps
  readonly address: string | undefined
}) => {
  const intl = useIntl()
  const format = useFormat()
  const { image, progress } = props
  const [unreadable, setUnreadable] = useState<string>()
  return (
    <div className={styles.chosen}>
      {address && address !== unreadable ? (
        <img src={address} alt="" className={styles.preview} onError={() => setUnreadable(address)} />
      ) : null}
      <div className={styles.words}>
        {image instanceof File ? (
          <>
            <span className={styles.name}>{image.name}</span>
            <span className={styles.size}>{format.bytes(image.size)}</span>
          </>
        ) : (
          <span className={styles.name}>{intl.formatMessage({ id: "ui.file.kept" })}</span>
        )}
        {progress ? <SendingBar source={progress} /> : null}
      </div>
      {props.onRemove ? (
        <IconButton
          glyph={glyphTrash}
          label={intl.formatMessage({ id: "ui.file.remove" })}
          disabled={props.disabled}
          onClick={props.onRemove}
        />
      ) : null}
    </div>
  )
}

/** Picks one image from the album or, on a phone, from the camera, and previews it. */
export const FilePick = (props: FilePickProps) => {
  const id = useId()
  const address = usePreview(props.image)
  const describedBy =
    [props.error ? `${id}-error` : "", props.hint ? `${id}-hint` : ""].filter(Boolean).join(" ") || undefined
  return (
    <fieldset className={styles.file} data-invalid={props.error ? true : undefined}>
      <legend className={styles.label}>{props.label}</legend>
      {props.image === undefined ? (
        <div className={styles.sources}>
          <Source id={id} describedBy={describedBy} props={props} />
          <Source id={`${id}-camera`} describedBy={describedBy} props={props} camera />
        </div>
      ) : (
        <Chosen props={props} address={address} />
      )}
      <FieldProblem id={`${id}-error`} className={styles.error}>
        {props.error}
      </FieldProblem>
      {props.hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {props.hint}
        </p>
      ) : null}
    </fieldset>
  )
}
