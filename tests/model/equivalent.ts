/**
 * What can be taken out of a machine without anybody ever being able to tell, by machine and by the name that `npm run mutate` gives it, each with the reason.
 * The list is held against the check: an entry that is noticed after all, or that no longer exists, fails.
 */
export const equivalent: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  feedback: {
    "feedback.notice|feedback.hideToast|1 without guard isToastInFront":
      "it is asked last, where neither toast nor indicator is in front: then there is no toast, and dropping none changes nothing",
    "feedback.notice|feedback.hideLoading|1 without guard isLoadingInFront":
      "it is asked last, where neither toast nor indicator is in front: then nobody waits, and one less than nobody changes nothing",
  },
}
