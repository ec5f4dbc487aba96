#pragma once

#include <string>

#include <craton/base/result.h>

/// Folders that a FolderLock of this process holds. What is written there goes nowhere else, since the links in it are others';
/// and a list in it (.craton-files) tells what this program wrote, so that nothing else is ever removed.
namespace craton::files {

void hold_folder(const std::string& folder);
void release_folder(const std::string& folder);

/// An error where `path` leads over a link inside a held folder. A link that leads to the folder itself is the user's word.
Result<void> check_no_link_in_held_folder(const std::string& path);

/// To be called before a file is put in place: in a held folder it becomes one of ours.
void note_file(const std::string& path);
/// Whether this or an earlier run wrote it, into a folder that is held now.
bool is_noted(const std::string& path);

}  // namespace craton::files
