#include "zip_file.h"

#include <zlib.h>

#include <utility>

#include "compress.h"

namespace craton::server {
namespace {

constexpr std::uint64_t largest = 0xFFFFFFF0u;

void put(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
}

}  // namespace

Result<ZipFile> ZipFile::create(const std::string& path) {
  CRATON_TRY(NewFile file, NewFile::create(path));
  return ZipFile(std::move(file));
}

Result<void> ZipFile::write(std::string_view bytes) {
  offset_ += bytes.size();
  return file_.write(std::as_bytes(std::span(bytes)));
}

/// A local header, or its copy in the directory at the end.
std::string ZipFile::record(const Entry& entry, bool central) {
  std::string out;
  put(out, central ? 0x02014b50 : 0x04034b50, 4);
  if (central) put(out, 20, 2);  // made by
  put(out, 20, 2);               // needed to read it
  put(out, 0x0800, 2);           // names are UTF-8
  put(out, entry.deflated ? 8 : 0, 2);
  put(out, 0, 2);       // midnight
  put(out, 0x0021, 2);  // of 1 January 1980: the same bytes for the same files
  put(out, entry.checksum, 4);
  put(out, entry.packed, 4);
  put(out, entry.size, 4);
  put(out, entry.name.size(), 2);
  put(out, 0, 2);
  if (central) {
    put(out, 0, 2 + 2 + 2);  // comment, disk, attributes
    put(out, 0, 4);
    put(out, entry.offset, 4);
  }
  return out + entry.name;
}

Result<void> ZipFile::add(const std::string& name, std::string_view bytes) {
  if (offset_ + bytes.size() > largest)
    return Error{ErrorCode::unsupported, name, "too large for a ZIP archive of the plain kind"};
  const std::string packed = deflated(bytes, 6);
  Entry entry{.name = name};
  entry.checksum = static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  entry.deflated = packed.size() < bytes.size();
  const std::string_view body = entry.deflated ? std::string_view(packed) : bytes;
  entry.packed = static_cast<std::uint32_t>(body.size());
  entry.size = static_cast<std::uint32_t>(bytes.size());
  entry.offset = static_cast<std::uint32_t>(offset_);
  CRATON_TRY(write(record(entry, false)));
  CRATON_TRY(write(body));
  entries_.push_back(std::move(entry));
  return {};
}

Result<void> ZipFile::commit() {
  const std::uint64_t begin = offset_;
  for (const Entry& entry : entries_) CRATON_TRY(write(record(entry, true)));
  std::string end;
  put(end, 0x06054b50, 4);
  put(end, 0, 2 + 2);  // disks
  put(end, entries_.size(), 2);
  put(end, entries_.size(), 2);
  put(end, offset_ - begin, 4);
  put(end, begin, 4);
  put(end, 0, 2);
  CRATON_TRY(write(end));
  return file_.commit();
}

}  // namespace craton::server
