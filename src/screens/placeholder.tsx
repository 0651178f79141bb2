import { useNavigation } from "../actors/context/navigation.tsx"
import { usePage } from "../actors/context/page.tsx"
import { SubPage } from "./sub-page.tsx"

/** Stands where a screen is not there yet, and says which one. */
export const Placeholder = () => {
  const { navigateBack } = useNavigation()
  const { name } = usePage()
  return (
    <SubPage title={name} onBack={() => void navigateBack()}>
      {null}
    </SubPage>
  )
}
