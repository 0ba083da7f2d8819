// Child processes with their output in files.
#include "tests/cli_run.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace packdot {
namespace {

std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& string : strings) pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Its exit status, -1 if it did not exit by itself.
int Spawn(std::vector<std::string> args, std::vector<std::string> environment,
          const std::string& out, const std::string& err) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child = 0;
  const int error = posix_spawn(&child, args[0].c_str(), &actions, nullptr, Pointers(args).data(),
                                Pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  EXPECT_EQ(error, 0) << "cannot start " << args[0];
  if (error != 0) return -1;
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

void WriteFile(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  EXPECT_TRUE(file.flush()) << path;
}

std::filesystem::path CliTest::folder_;

void CliTest::SetUpTestSuite() {
  std::string name = testing::TempDir() + "packdot-cli-XXXXXX";
  ASSERT_NE(mkdtemp(name.data()), nullptr);
  folder_ = name;
  std::filesystem::create_directory(folder_ / "tmp");
  const RunResult made = Run({"demo", "--quick", "--keep", Demo()});
  ASSERT_EQ(made.status, 0) << made.err;
}

void CliTest::TearDownTestSuite() { std::filesystem::remove_all(folder_); }

RunResult CliTest::Run(const std::vector<std::string>& args, const std::string& stdout_to,
                       const std::vector<std::string>& environment) {
  std::vector<std::string> command = {PACKDOT_BINARY};
  command.insert(command.end(), args.begin(), args.end());
  const std::string out = stdout_to.empty() ? Path("stdout") : stdout_to;
  std::vector<std::string> variables = environment;
  variables.push_back("TMPDIR=" + Path("tmp"));
  const int status = Spawn(command, variables, out, Path("stderr"));
  return {status, stdout_to.empty() ? ReadFile(out) : "", ReadFile(Path("stderr"))};
}

std::string CliTest::RunForOutput(std::vector<std::string> args) {
  const std::string path = Path("out.bin");
  std::filesystem::remove(path);
  args.insert(args.end(), {"--out", path});
  const RunResult run = Run(args);
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out + run.err, "");
  return ReadFile(path);
}

RunResult CliTest::RunShell(const std::string& script) {
  const std::string path = std::getenv("PATH");
  const int status = Spawn({"/bin/sh", "-c", script},
                           {"PATH=" + path, "PACKDOT=" PACKDOT_BINARY, "FOLDER=" + Path("")},
                           Path("stdout"), Path("stderr"));
  return {status, ReadFile(Path("stdout")), ReadFile(Path("stderr"))};
}

std::vector<std::string> CliTest::TemporaryFiles() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "tmp")) {
    names.push_back(entry.path().filename());
  }
  return names;
}

std::string CliTest::PatchedDemo(std::string_view marker, size_t skip, std::string_view bytes) {
  std::string file = ReadFile(Demo());
  const size_t found = file.find(marker);
  EXPECT_NE(found, std::string::npos) << marker;
  file.replace(found + skip, bytes.size(), bytes);
  const std::string path = Path("patched.gguf");
  WriteFile(path, file);
  return path;
}

std::string CliTest::DemoWithUnknownType() {
  constexpr std::string_view kName = "demo.Q4_0";
  constexpr size_t kShapeBytes = 4 + 2 * 8;  // the number of dimensions, and two of them
  using namespace std::string_view_literals;
  return PatchedDemo(kName, kName.size() + kShapeBytes, "\x24\0\0\0"sv);
}

}  // namespace packdot
