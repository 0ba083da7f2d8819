// The shared options' names, help texts and checks.
#include "tools/packdot/options.h"

#include <iostream>

namespace packdot::cli {

CLI::Option* AddFile(CLI::App& app, std::string& path) {
  return app.add_option("FILE", path, "a GGUF file")->required();
}

void AddThreads(CLI::App& app, int& threads) {
  const auto check = [](const std::string& text) {
    return text.starts_with('-') ? "must not be negative, but is " + text : std::string();
  };
  app.add_option("--threads", threads, "threads to use; 0: all that this process may use")
      ->check(check, "N")
      ->capture_default_str();
}

void AddJson(CLI::App& app, bool& json) {
  app.add_flag("--json", json, "print JSON instead of tables");
}

void AddOutput(CLI::App& app, std::string& path, const std::string& what) {
  app.add_option("--out", path, "where to write " + what + "; - is standard output")->required();
}

ActivationType ActivationOf(const std::string& name) {
  return name == "f32" ? ActivationType::kF32 : ActivationType::kQ8;
}

std::string ActivationName(ActivationType type) {
  return type == ActivationType::kF32 ? "f32" : "q8";
}

void PrintJson(const nlohmann::ordered_json& json) {
  constexpr int kIndent = 2;
  std::cout << json.dump(kIndent, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace packdot::cli
